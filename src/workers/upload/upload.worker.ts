import { expose } from 'comlink'
import { createBrowserPorts } from './browser-ports.ts'
import { createSend } from './send.ts'
import { serveUploads } from './serve-uploads.ts'

expose(serveUploads((origin, renewSession) => createBrowserPorts(createSend(origin), renewSession)))
