import { expose } from 'comlink'
import { createBrowserPorts } from './transfer/ports.ts'
import { createSend } from './transfer/send.ts'
import { serveUploads } from './queue/serve-uploads.ts'

expose(serveUploads((origin, renewSession) => createBrowserPorts(createSend(origin), renewSession)))
