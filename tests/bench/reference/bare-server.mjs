// The least that a Node server can do. GET answers the text in BODY. PUT reads what comes and drops it; PUT /keep writes it into FOLDER and
// syncs it before answering. Prints its port. A process of its own, as the portal is.
import { createServer } from 'node:http'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { finished } from 'node:stream/promises'

const { BODY = '{}', FOLDER = '.' } = process.env

const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-allow-methods', 'GET, PUT')
  response.setHeader('access-control-allow-headers', 'content-type')
  if (request.method === 'PUT') {
    void (request.url === '/keep' ? keep(request) : drop(request)).then((bytes) => response.end(String(bytes)))
    return
  }
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(BODY)
})

async function drop(request) {
  let bytes = 0
  request.on('data', (data) => (bytes += data.length))
  await finished(request)
  return bytes
}

async function keep(request) {
  const file = await open(path.join(FOLDER, 'kept'), 'w')
  let bytes = 0
  for await (const data of request) bytes += (await file.write(data)).bytesWritten
  await file.sync()
  await file.close()
  return bytes
}

server.listen(0, '127.0.0.1', () => console.log(server.address().port))
