// Forked by the attacks: sends what it is told to the portal at a port, from a process of its own so that the portal's event loop is the portal's alone.
import { connect } from 'node:net'

/**
 * `bodies`: each with its head, the text that its content repeats, how many bytes are sent of it, and how many bytes a second then trickle. Reports once
 * all of it is sent, once all connections are answered or closed, and once all are closed, with what they were answered, and the longest that one
 * waited for the answer to its headers and was open.
 */
process.on('message', ({ port, bodies }) => {
  let sending = bodies.length
  let open = bodies.length
  let unanswered = bodies.length
  let slowestAnswer = 0
  let longestOpen = 0
  const statuses = {}
  const answered = () => {
    if (--unanswered === 0) process.send({ answered: true, slowestAnswer })
  }
  const sent = () => {
    if (--sending === 0) process.send({ sent: true })
  }
  for (const { head, before, repeated, bytes, trickle } of bodies) {
    const piece = Buffer.alloc(64 * 1024, repeated)
    const socket = connect(port, '127.0.0.1')
    let left = bytes
    let drops
    let answer = ''
    let isSent = false
    let begunAt = performance.now()
    const pour = () => {
      while (left > 0 && !socket.destroyed) {
        const next = piece.subarray(0, Math.min(left, piece.length))
        left -= next.length
        if (!socket.write(next)) return
      }
      if (isSent) return
      isSent = true
      sent()
      if (trickle > 0) drops = setInterval(() => socket.write(piece.subarray(0, trickle)), 1000)
    }
    socket.on('drain', pour)
    socket.on('error', () => undefined)
    socket.on('connect', () => (begunAt = performance.now()))
    socket.on('data', (data) => {
      if (answer === '') {
        slowestAnswer = Math.max(slowestAnswer, performance.now() - begunAt)
        answered()
      }
      answer += data.toString('latin1')
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearInterval(drops)
      if (!isSent) {
        isSent = true
        sent()
      }
      longestOpen = Math.max(longestOpen, performance.now() - begunAt)
      if (answer === '') answered()
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'
      statuses[status] = (statuses[status] ?? 0) + 1
      if (--open === 0) process.send({ closed: true, statuses, slowestAnswer, longestOpen })
    })
    socket.write(head + before)
    pour()
  }
})
