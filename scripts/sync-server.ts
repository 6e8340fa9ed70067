/**
 * npm run sync-server                 the sync server from the sources, with the web app
 * npm run sync-server -- <command>    the administrator's commands, see docs/SYNC.md
 */
import { fileURLToPath } from 'node:url'
import { buildIfStale } from './lib/build'

const projectRoot = fileURLToPath(new URL('..', import.meta.url))
const given = process.argv.slice(2)
const isCommand = given[0] !== undefined && !given[0].startsWith('-') && given[0] !== 'serve'
const servesOtherApp = process.env['COMMONPLACE_WEB_APP'] !== undefined || given.some((word) => /^--(web-app|help)\b|^-h$/.test(word))

if (!isCommand && !servesOtherApp) await buildIfStale(projectRoot, (line) => console.error(line), new AbortController().signal)
await import('../sync-server/src/cli')
