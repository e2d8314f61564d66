import { expose } from 'comlink'
import { workerTools } from './picture-tools.ts'
import { servePictures } from './serve-pictures.ts'

expose(servePictures(workerTools))
