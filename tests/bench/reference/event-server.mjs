// The least that a server of events can do. GET opens a stream; POST writes one line to each. Prints its port. A process of its own, as the portal is.
import { createServer } from 'node:http'

const streams = new Set()

const server = createServer((request, response) => {
  if (request.method === 'POST') {
    for (const stream of streams) stream.write('data: {"kind":"theme"}\n\n')
    response.end('{}')
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('data: {"kind":"theme"}\n\n')
  streams.add(response)
  response.once('close', () => streams.delete(response))
})

server.listen(0, '127.0.0.1', () => console.log(server.address().port))
