import type { VersionTexts } from '../zh-CN/versions.ts'

const versions: VersionTexts = {
  about: 'About',
  company: 'School Portal',
  copyright: 'Copyright © {{from}}-{{to}} the authors of School Portal',
  list: 'Versions',
  version: 'Version {{version}}',
  notes: 'What version {{version}} brings',
  none: 'no version information',
  failed: 'The version information did not load',
  failedHint: 'Check the connection, or try again a little later.',
  offlineHint: 'It appears by itself once you are back online.',
  frontEnd: 'Front end {{version}}',
  server: 'Server {{version}}',
  packaged: 'packaged {{date}}',
  mismatchTitle: 'Front and back ends do not match',
  serverOld:
    'The front end needs server {{needed}} or later, but it is {{found}}. Please ask the administrator to update the server.',
  frontEndOld:
    'The server needs front end {{needed}} or later, but it is {{found}}. Reload the page; if that does not help, contact the administrator.',
  reload: 'Reload',
  missingTitle: 'No version interface',
  missing: 'The microservice {{service}} lacks a version-number interface. Please contact the back-end engineer.',
}

export default versions
