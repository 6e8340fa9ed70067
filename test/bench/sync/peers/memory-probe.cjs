// Loaded before a server's own program: at SIGUSR2 it collects garbage and says in one line what is left.
const { setFlagsFromString } = require('node:v8')
const { runInNewContext } = require('node:vm')

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')

process.on('SIGUSR2', async () => {
  for (let round = 0; round < 3; round++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`)
})
