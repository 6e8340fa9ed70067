#!/usr/bin/env node
// Written so that an old Node, which cannot read the program itself, still says what is missing.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`commonplace-sync needs Node 20.19 or newer; this is ${process.versions.node}.\n`)
  process.exit(1)
}
await import('../dist/cli.js')
