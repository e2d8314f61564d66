import { transferHandlers, type TransferHandler } from 'comlink'

/** Lets an AbortSignal be an argument of a call from the page to a worker; imported on both ends. Only an abort after the call is passed on. */
const abortSignals: TransferHandler<AbortSignal, MessagePort> = {
  canHandle: (value): value is AbortSignal => value instanceof AbortSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel()
    const pass = () => {
      port1.postMessage(null)
      port1.close()
    }
    signal.addEventListener('abort', pass, { once: true })
    return [port2, [port2]]
  },
  deserialize(port) {
    const controller = new AbortController()
    port.addEventListener('message', () => controller.abort(), { once: true })
    port.start()
    return controller.signal
  },
}
transferHandlers.set('AbortSignal', abortSignals)
