/**
 * The code of the hash thread as text: the server is bundled, and a worker made from text needs no file of its own in the build, in tests and in
 * development. It uses nothing but Node. `hash-thread.ts` checks its answers.
 *
 * For each file it keeps running MD5 and SHA-256 states over the longest beginning whose chunks have been checked, so that the digest of a large
 * upload is nearly done when its last chunk arrives: a merge of 128 MB took 20 ms instead of 2.7 s (docs/decisions/0041). Messages are handled
 * between steps of one buffer.
 *
 * Bytes that come in memory are on no disk of this machine: those that come out of order are copied until they are needed. The number of copies is
 * limited; the file whose copies waited longest loses them, and its state goes no further.
 */
export const hashThreadSource = `
'use strict'
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { parentPort } = require('node:worker_threads')

const STEP = 2 * 1024 * 1024
const STATES_MAX = 1000
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
  if (state !== undefined) giveUp(state)
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

function advance(state, bytes) {
  state.md5.update(bytes)
  state.sha256.update(bytes)
  state.position += bytes.length
}

function check({ id, file, offset, length, md5, memory }) {
  const state = stateOf(file)
  const next = length <= STEP && offset === state.position
  const bytes = memory ?? (md5 !== undefined || next ? read(file, offset, length) : undefined)
  const matches = md5 === undefined || createHash('md5').update(bytes).digest('hex') === md5
  // Before the answer, after which the memory is reused.
  if (matches && next) advance(state, bytes)
  else if (matches && memory !== undefined) copy(state, offset, bytes)
  else if (matches) state.ranges.set(offset, length)
  parentPort.postMessage({ id, matches })
  if (state.ranges.has(state.position)) behind.add(file)
}

function rewrite({ file, offset }) {
  const state = stateOf(file)
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
