import type { StorageAdminTexts } from '../zh-CN/storageAdmin.ts'

const storageAdmin: StorageAdminTexts = {
  title: 'Storage',
  hint: 'How much everybody can keep in Files. What you save takes effect for all at once.',
  failed: 'This did not load',
  failedHint: 'Check the connection, or try again a little later. The settings have not changed.',
  offline: 'There is no connection',
  offlineHint: 'Storage appears by itself when you are back online.',
  offlineActions: 'There is no connection: you can save once you are back online. What you typed stays.',
  saved: 'Saved',
  now: {
    title: 'Used now',
    of: '{{used}} of {{quota}} used',
    full: '{{used}} of {{quota}} used. It is full, and nobody can upload any more',
    noQuota: '{{used}} used, without a limit',
    hint: 'This includes files that are being uploaded, and deleted ones for {{days}} days. A file that several people have counts once.',
  },
  quotas: {
    title: 'Quotas',
    hint: 'Leave one empty for no limit; with 0, nothing can be uploaded. A smaller one deletes nothing.',
    none: 'No limit',
    unit: 'Everybody together',
    unitHint: 'When the disk of the server is full, nobody can upload either.',
    unitOver: 'This is less than is used now: once saved, nobody can upload until less is used.',
    each: 'Each person',
    groups: { student: 'Students', teacher: 'Teachers', parent: 'Parents', staff: 'Other staff' },
    group_one: '{{count}} person uses {{used}}',
    group_other: '{{count}} people use {{used}} in all, at most {{most}} each',
    groupOver_one: 'They use {{most}} already: they keep it, and can upload nothing more.',
    groupOver_other: 'Somebody uses {{most}} already: they keep it, and can upload nothing more.',
    unused_one: '{{count}} person, who uses nothing yet',
    unused_other: '{{count}} people, who use nothing yet',
    nobody: 'Nobody yet',
  },
}

export default storageAdmin
