import attendance from '../apps/attendance/locales/en.ts'
import files from '../apps/files/locales/en.ts'
import account from '../src/app/locales/en/account.ts'
import common from '../src/app/locales/en/common.ts'
import desktop from '../src/app/locales/en/desktop.ts'
import externalAccount from '../src/app/locales/en/external-account.ts'
import face from '../src/app/locales/en/face.ts'
import faceAdmin from '../src/app/locales/en/faceAdmin.ts'
import family from '../src/app/locales/en/family.ts'
import kit from '../src/app/locales/en/kit.ts'
import messages from '../src/app/locales/en/messages.ts'
import passwords from '../src/app/locales/en/passwords.ts'
import protection from '../src/app/locales/en/protection.ts'
import settings from '../src/app/locales/en/settings.ts'
import shell from '../src/app/locales/en/shell.ts'
import signInAdmin from '../src/app/locales/en/signInAdmin.ts'
import storageAdmin from '../src/app/locales/en/storageAdmin.ts'
import theme from '../src/app/locales/en/theme.ts'
import todos from '../src/app/locales/en/todos.ts'
import uploads from '../src/app/locales/en/uploads.ts'
import versions from '../src/app/locales/en/versions.ts'
import viewport from '../src/app/locales/en/viewport.ts'

/** The pack that every page shares, by namespace. */
export const sharedPack = { common, kit }

export const shellPack = {
  account,
  desktop,
  externalAccount,
  face,
  faceAdmin,
  family,
  messages,
  passwords,
  protection,
  settings,
  shell,
  signInAdmin,
  storageAdmin,
  theme,
  todos,
  uploads,
  versions,
  viewport,
}

/** The packs of the bundled applications by their code, which is also the namespace. */
export const applicationPacks = { attendance: { attendance }, files: { files } }
