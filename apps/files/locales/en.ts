import type { Texts } from './zh-CN.ts'

const texts: Texts = {
  title: 'Files',
  path: 'Location',
  toolbar: {
    upload: 'Upload files',
    newFolder: 'New folder',
    sortBy: 'Sort by',
  },
  table: {
    label: 'Files',
    name: 'Name',
    size: 'Size',
    date: 'Modified',
    actions: 'Actions',
    folder: 'Folder',
    summary: '{{folders}}, {{files}}, {{size}} in all',
    folders_one: '{{count}} folder',
    folders_other: '{{count}} folders',
    files_one: '{{count}} file',
    files_other: '{{count}} files',
  },
  sort: {
    nameUp: 'Name, A to Z',
    nameDown: 'Name, Z to A',
    sizeUp: 'Smallest first',
    sizeDown: 'Largest first',
    dateUp: 'Oldest first',
    dateDown: 'Newest first',
  },
  action: {
    download: 'Download {{name}}',
    remove: 'Delete {{name}}',
    rename: 'Rename {{name}}',
    undo: 'Undo',
    cancel: 'Cancel',
    retry: 'Retry',
    top: 'Back to the top',
  },
  removed: 'Deleted “{{name}}”',
  notRemoved: '“{{name}}” was not deleted and is still in its place. {{reason}}',
  restored: 'Restored “{{name}}”',
  notRestored: '“{{name}}” was not restored. {{reason}}',
  renamed: 'Renamed to “{{name}}”',
  folderCreated: 'Created the folder “{{name}}”',
  newFolder: {
    title: 'New folder',
    name: 'Folder name',
    confirm: 'Create',
  },
  rename: {
    titleFile: 'Rename file',
    titleFolder: 'Rename folder',
    name: 'New name',
    confirm: 'Save',
  },
  nameError: {
    empty: 'Enter a name',
    long: 'A name has at most {{limit}} characters. Make it a little shorter',
    characters: 'A name cannot contain / or \\, nor be only dots',
    taken: 'This name is already used here. Choose another one',
    type: 'Names with this file extension are not allowed',
  },
  empty: {
    title: 'Nothing here yet',
    hint: 'Choose files to upload, or drag them anywhere onto this page.',
    hintTouch: 'Photos, videos and documents can all live here.',
  },
  loading: 'Opening the list of files',
  failed: {
    title: 'The list of files did not open',
    safe: 'Your files are not affected.',
    missing: 'This folder is no longer here',
    missingHint: 'It may have been deleted or moved. Your other files are not affected.',
    offlineTitle: 'You are offline',
    offlineHint: 'Your files are safe. The list appears by itself once the network is back.',
  },
  stale: 'The list could not be refreshed and shows what was there before. {{reason}}',
  offline: {
    banner:
      'The list shows what was there before. Uploads wait for the network and go on by themselves; other changes have to wait.',
    action: 'This needs the network. You are offline; nothing was changed.',
  },
  reason: {
    network: 'The server could not be reached. Check the network and try again.',
    timeout: 'The server did not answer for a long time. Try again later.',
    other: 'Something went wrong. Try again later.',
  },
  drop: {
    title: 'Drop to upload to “{{folder}}”',
    hint: 'Several files at once are fine',
    foldersOnly: 'Whole folders cannot be uploaded yet. Open the folder and drag the files inside it here.',
    foldersSkipped:
      'The files are on their way, but the folders among them are not. Open a folder and drag its files here.',
  },
  room: {
    used: '{{used}} of {{quota}} used',
    little: '{{used}} of {{quota}} used: almost full. Deleted files free their room after {{days}} days.',
    full: '{{used}} of {{quota}} used: full. Ask an administrator for more, or delete files, whose room is free after {{days}} days.',
  },
  pasted: 'Pasted {{moment}}',
}

export default texts
