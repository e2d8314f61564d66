import type { ViewportTexts } from '../zh-CN/viewport.ts'

const viewport: ViewportTexts = {
  loading: 'Opening the application',
  opening: 'Opening {{name}}',
  retry: 'Try again',
  reload: 'Open again',
  toDesktop: 'Back to the desktop',
  missing: {
    title: 'This application is not installed',
    hint: 'Your school has not turned it on, or the address is not complete. Please ask the administrator.',
  },
  unreachable: {
    title: 'The application did not open',
    hint: 'The server could not be reached. Nothing was changed. Try again in a moment.',
  },
  offline: {
    title: 'You are offline',
    hint: 'This application has not been opened on this device before. It opens by itself once the network is back.',
  },
  broken: {
    title: 'The application did not open',
    hint: 'Its files are incomplete, perhaps because it is being updated. Try again later; if this stays, tell the administrator.',
  },
  crashed: {
    title: 'The application ran into a problem',
    hint: 'What was saved is safe. What was not sent yet may have to be entered again.',
  },
}

export default viewport
