// Forked by the attacks: sends what it is told to the portal at a port, from a process of its own so that the portal's event loop is the portal's alone.
import { connect } from 'node:net'

/**
 * `bodies`: each with its head, the text that its content repeats, how many bytes are sent of it, and how many bytes a second then trickle. Reports once
 * all of it is sent, and once all connections are closed, with what they were answered.
 */
process.on('message', ({ port, bodies }) => {
  let sending = bodies.length
  let open = bodies.length
  const statuses = {}
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
    socket.on('data', (data) => (answer += data.toString('latin1')))
    socket.on('end', () => socket.end())
    socket.on('close', () => {
      clearInterval(drops)
      if (!isSent) {
        isSent = true
        sent()
      }
      const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 'none'
      statuses[status] = (statuses[status] ?? 0) + 1
      if (--open === 0) process.send({ closed: true, statuses })
    })
    socket.write(head + before)
    pour()
  }
})
