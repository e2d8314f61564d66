/**
 * Reads a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) and passes each event's data on. `onPiece` is called
 * for all that arrives, also comments, before the events in it. Names, ids and pauses are not used. Resolves at the end of the stream; an unfinished event is dropped. Rejects when the stream breaks.
 */
export async function readEvents(
  stream: ReadableStream<BufferSource>,
  onData: (data: string) => void,
  onPiece: () => void = () => {},
): Promise<void> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader()
  let unread = ''
  let data: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onPiece()
    const lines = (unread + value).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines) {
      const text = line.replace(/\r$/, '')
      if (text.startsWith('data:')) data.push(text.slice(5).replace(/^ /, ''))
      else if (text === '' && data.length > 0) {
        onData(data.join('\n'))
        data = []
      }
    }
  }
}
