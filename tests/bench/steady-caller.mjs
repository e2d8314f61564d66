// Run by steady-calls.ts in a process of its own: asks for URL every INTERVAL milliseconds for SECONDS, and prints the times to the answers as JSON.
import http from 'node:http'

const { URL: url = '', INTERVAL, SECONDS, HEADERS = '{}' } = process.env
const agent = new http.Agent({ keepAlive: true })
const headers = JSON.parse(HEADERS)
const interval = Number(INTERVAL)
const count = (Number(SECONDS) * 1000) / interval
const took = []

/** From the moment at which it was due, so that a caller who is held up does not hide the wait. */
function call(due) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => {
          took.push(performance.now() - due)
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`${url}: ${answer.statusCode}`))
        })
      })
      .on('error', reject)
  })
}

const calls = []
const began = performance.now()
await new Promise((resolve) => {
  const next = () => {
    while (calls.length < count && began + calls.length * interval <= performance.now())
      calls.push(call(began + calls.length * interval))
    if (calls.length < count) setTimeout(next, 1)
    else resolve()
  }
  next()
})
await Promise.all(calls)
agent.destroy()
console.log(JSON.stringify(took))
