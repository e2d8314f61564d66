import type { ErrorTexts } from '../zh-CN/errors.ts'

const errors: ErrorTexts = {
  network: 'Network Error. Check the connection and try again',
  timeout: 'timeout of {{after}} ms exceeded. Try again',
  aborted: 'Request aborted',
  method: 'Request method not supported',
  payload: 'file type error',
  answer: 'The answer of the server was not understood. Reload the page and try again',
  server: 'Server internal error!',
  unexpected: 'Something unexpected happened on this page. Nothing was sent. Reload and try again',
}

export default errors
