// A Node server that answers every request with one row of PostgreSQL, found by its key: the least that a call with a database costs.
// CONNECTION is the pg configuration as JSON. Prints its port.
import { createServer } from 'node:http'
import { Pool } from 'pg'

const pool = new Pool({ ...JSON.parse(process.env.CONNECTION), max: 10 })
pool.on('error', () => {})
await pool.query('create table if not exists point (id int primary key, body text not null)')
await pool.query("insert into point select n, repeat('x', 800) from generate_series(1, 1000) n on conflict do nothing")

const server = createServer((_request, response) => void answer(response))

async function answer(response) {
  const id = 1 + Math.floor(Math.random() * 1000)
  const { rows } = await pool.query({ name: 'point', text: 'select body from point where id = $1', values: [id] })
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(rows[0]))
}

server.listen(0, '127.0.0.1', () => console.log(server.address().port))
