import { expose } from 'comlink'
import { serveFaces } from './serve-faces.ts'

expose(serveFaces())
