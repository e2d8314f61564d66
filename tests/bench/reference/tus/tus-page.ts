import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import { Upload } from 'tus-js-client'

const ENDPOINT = '/files/'
const CHUNK = 2 * 1024 * 1024

const input = document.querySelector('input')
const list = document.querySelector('ul')

/** What the portal's list does with a file that the server has. */
function show(name: string): void {
  const item = document.createElement('li')
  item.dataset['entry'] = ''
  item.title = name
  item.textContent = name
  list?.append(item)
}

function fail(error: unknown): void {
  document.body.dataset['failed'] = String(error)
}

function sendByTus(files: readonly File[], options: { readonly chunkSize?: number }): void {
  for (const file of files) {
    const { name, type } = file
    const metadata = { filename: name, filetype: type }
    new Upload(file, { endpoint: ENDPOINT, metadata, onSuccess: () => show(name), onError: fail, ...options }).start()
  }
}

function sendByUppy(files: readonly File[]): void {
  const uppy = new Uppy({ autoProceed: true }).use(Tus, { endpoint: ENDPOINT })
  uppy.on('upload-success', (file) => show(file?.name ?? ''))
  uppy.on('error', fail)
  uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data, source: 'input' })))
}

/** By the name that the address gives after its question mark. */
const SENDERS: Readonly<Record<string, (files: readonly File[]) => void>> = {
  tus: (files) => sendByTus(files, {}),
  'tus-chunks': (files) => sendByTus(files, { chunkSize: CHUNK }),
  uppy: sendByUppy,
}

const send = SENDERS[location.search.slice(1)]
input?.addEventListener('change', () => send?.(Array.from(input.files ?? [])))
