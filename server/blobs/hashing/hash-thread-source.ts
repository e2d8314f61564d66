/**
 * The code of the hash thread as text: the server is bundled, and a worker made from text needs no file of its own in the build, in tests and in
 * development. It uses nothing but Node. `hash-thread.ts` checks its answers.
 *
 * For each file it keeps running MD5 and SHA-256 states over the longest beginning whose chunks have been checked, so that the digest of a large
 * upload is nearly done when its last chunk arrives. Messages are handled between steps of one buffer. A chunk that continues the state and comes
 * with the MD5 of the file up to its end is checked by the state itself, so that its bytes are hashed once; one that came early waits a moment.
 *
 * The bytes of a fileless request are on no disk of this machine: those that come out of order are copied until they are needed. The number of
 * copies is limited; the file whose copies waited longest loses them, and its state goes no further.
 */
export const hashThreadSource = `
'use strict'
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { parentPort } = require('node:worker_threads')

const STEP = 2 * 1024 * 1024
const STATES_MAX = 1000
const WAIT_FOR_FORERUNNER = 40
const COPIES_MAX = 24
const buffer = Buffer.allocUnsafe(STEP)
const states = new Map()
const digests = []
const behind = new Set()
const holders = new Set()
let copies = 0
let scheduled = false

function read(file, offset, length) {
  const handle = fs.openSync(file, 'r')
  try {
    let done = 0
    while (done < length) {
      const count = fs.readSync(handle, buffer, done, length - done, offset + done)
      if (count === 0) throw new Error('the file ended early')
      done += count
    }
    return buffer.subarray(0, length)
  } finally {
    fs.closeSync(handle)
  }
}

function stateOf(file) {
  let state = states.get(file)
  if (state === undefined) {
    state = {
      md5: createHash('md5'),
      sha256: createHash('sha256'),
      position: 0,
      ranges: new Map(),
      arriving: new Set(),
      parked: new Map(),
      gapped: false,
    }
    states.set(file, state)
    // Without its state, the digest of the oldest file is computed from the disk.
    if (states.size > STATES_MAX) forget(states.keys().next().value)
  }
  return state
}

function forget(file) {
  const state = states.get(file)
  states.delete(file)
  behind.delete(file)
  if (state === undefined) return
  giveUp(state)
  for (const offset of state.parked.keys()) unpark(state, offset)
}

function copy(state, offset, bytes) {
  if (copies === COPIES_MAX) giveUp(holders.values().next().value)
  if (state.gapped) return
  dropRange(state, offset)
  state.ranges.set(offset, Buffer.from(bytes))
  holders.add(state)
  copies += 1
}

function giveUp(state) {
  state.gapped = true
  for (const offset of state.ranges.keys()) dropRange(state, offset)
}

function dropRange(state, offset) {
  const range = state.ranges.get(offset)
  state.ranges.delete(offset)
  if (typeof range !== 'object') return range
  copies -= 1
  if (state.ranges.size === 0) holders.delete(state)
  return range
}

function advance(state, bytes, md5 = state.md5.update(bytes)) {
  state.md5 = md5
  state.sha256.update(bytes)
  state.position += bytes.length
  unpark(state, state.position)
}

function check(question) {
  const { file, offset, prefixMd5 } = question
  const state = stateOf(file)
  const { position, parked } = state
  state.arriving.delete(offset)
  const forerunnerComes = state.arriving.has(position) || state.ranges.has(position)
  if (prefixMd5 === undefined || offset <= position || parked.has(offset) || !forerunnerComes) return judge(question)
  const timer = setTimeout(() => unpark(state, offset), WAIT_FOR_FORERUNNER)
  parked.set(offset, { question, timer })
}

function unpark({ parked }, offset) {
  const waiting = parked.get(offset)
  if (waiting === undefined) return
  parked.delete(offset)
  clearTimeout(waiting.timer)
  setImmediate(() => {
    answering(waiting.question.id, () => judge(waiting.question))
    schedule()
  })
}

function judge({ id, file, offset, length, md5, prefixMd5, memory, fileless }) {
  const state = stateOf(file)
  const next = length <= STEP && offset === state.position
  let bytes = memory
  if (bytes === undefined && (md5 !== undefined || next)) bytes = read(file, offset, length)
  let whole
  if (next && prefixMd5 !== undefined) {
    whole = state.md5.copy().update(bytes)
    if (whole.copy().digest('hex') !== prefixMd5) whole = undefined
  }
  const matches =
    whole !== undefined ||
    (md5 !== undefined ? createHash('md5').update(bytes).digest('hex') === md5 : !next || prefixMd5 === undefined)
  // Before the answer, after which the memory is reused.
  if (matches && next) advance(state, bytes, whole)
  parentPort.postMessage({ id, matches })
  if (!matches) return
  if (!next && fileless) copy(state, offset, bytes)
  else if (!next) state.ranges.set(offset, length)
  if (state.ranges.has(state.position)) behind.add(file)
}

function rewrite({ file, offset }) {
  const state = stateOf(file)
  state.arriving.add(offset)
  dropRange(state, offset)
  // The state cannot be reset to an earlier position.
  if (offset < state.position) forget(file)
}

function catchUp(file) {
  const state = states.get(file)
  const range = state && dropRange(state, state.position)
  if (range === undefined) return behind.delete(file)
  try {
    advance(state, typeof range === 'object' ? range : read(file, state.position, range))
  } catch {
    // The upload was discarded meanwhile, or its digest will show what is wrong.
    forget(file)
  }
}

function tellPosition({ id, file }) {
  while (behind.has(file)) catchUp(file)
  const state = states.get(file)
  parentPort.postMessage({ id, position: state === undefined ? 0 : state.position })
}

function digestStep(job) {
  const state = stateOf(job.file)
  if (state.position < job.size) {
    advance(state, read(job.file, state.position, Math.min(STEP, job.size - state.position)))
    return false
  }
  forget(job.file)
  if (state.position > job.size) return false
  parentPort.postMessage({ id: job.id, md5: state.md5.digest('hex'), sha256: state.sha256.digest('hex') })
  return true
}

function answering(id, work) {
  try {
    return work()
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error && error.message), code: String((error && error.code) || '') })
    return true
  }
}

function step() {
  scheduled = false
  const job = digests.shift()
  if (job !== undefined && !answering(job.id, () => digestStep(job))) digests.push(job)
  const file = behind.values().next().value
  if (file !== undefined) {
    catchUp(file)
    // To the end of the queue, so that several uploads advance together.
    if (behind.delete(file)) behind.add(file)
  }
  schedule()
}

function schedule() {
  if (scheduled || (digests.length === 0 && behind.size === 0)) return
  scheduled = true
  setImmediate(step)
}

parentPort.on('message', (message) => {
  if (message.kind === 'check') answering(message.id, () => check(message))
  else if (message.kind === 'digest') digests.push(message)
  else if (message.kind === 'position') tellPosition(message)
  else if (message.kind === 'rewrite') rewrite(message)
  else if (message.kind === 'forget') forget(message.file)
  schedule()
})
`
