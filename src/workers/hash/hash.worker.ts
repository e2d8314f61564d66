import { expose } from 'comlink'
import { serveHashing } from './serve-hashing.ts'

expose(serveHashing(() => performance.now()))
