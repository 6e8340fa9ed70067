// Hocuspocus as its documentation sets it up, with the SQLite extension: HOST, PORT, DATABASE.
import { SQLite } from '@hocuspocus/extension-sqlite'
import { Server } from '@hocuspocus/server'

const server = new Server({
  address: process.env.HOST,
  port: Number(process.env.PORT),
  quiet: true,
  extensions: [new SQLite({ database: process.env.DATABASE })],
})
await server.listen()
