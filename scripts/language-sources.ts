import administration from '../apps/administration/locales/en.json' with { type: 'json' }
import attendance from '../apps/attendance/locales/en.json' with { type: 'json' }
import files from '../apps/files/locales/en.json' with { type: 'json' }
import roster from '../apps/roster/locales/en.json' with { type: 'json' }
import deviceNames from '../contract/locales/en/deviceNames.json' with { type: 'json' }
import absences from '../src/app/locales/en/absences.json' with { type: 'json' }
import account from '../src/app/locales/en/account.json' with { type: 'json' }
import answers from '../src/app/locales/en/answers.json' with { type: 'json' }
import common from '../src/app/locales/en/common.json' with { type: 'json' }
import desktop from '../src/app/locales/en/desktop.json' with { type: 'json' }
import externalAccount from '../src/app/locales/en/externalAccount.json' with { type: 'json' }
import face from '../src/app/locales/en/face.json' with { type: 'json' }
import family from '../src/app/locales/en/family.json' with { type: 'json' }
import fields from '../src/app/locales/en/fields.json' with { type: 'json' }
import kit from '../src/app/locales/en/kit.json' with { type: 'json' }
import list from '../src/app/locales/en/list.json' with { type: 'json' }
import messages from '../src/app/locales/en/messages.json' with { type: 'json' }
import passwords from '../src/app/locales/en/passwords.json' with { type: 'json' }
import plainHttp from '../src/app/locales/en/plainHttp.json' with { type: 'json' }
import protection from '../src/app/locales/en/protection.json' with { type: 'json' }
import settings from '../src/app/locales/en/settings.json' with { type: 'json' }
import shell from '../src/app/locales/en/shell.json' with { type: 'json' }
import theme from '../src/app/locales/en/theme.json' with { type: 'json' }
import today from '../src/app/locales/en/today.json' with { type: 'json' }
import todos from '../src/app/locales/en/todos.json' with { type: 'json' }
import uploads from '../src/app/locales/en/uploads.json' with { type: 'json' }
import versions from '../src/app/locales/en/versions.json' with { type: 'json' }
import viewport from '../src/app/locales/en/viewport.json' with { type: 'json' }
import voice from '../src/app/locales/en/voice.json' with { type: 'json' }

/** The pack that every page shares, by namespace. */
export const sharedPack = { common, fields, kit, list }

export const shellPack = {
  absences,
  account: { ...account, ...deviceNames },
  answers,
  desktop,
  externalAccount,
  face,
  family,
  messages,
  passwords,
  plainHttp,
  protection,
  settings,
  shell,
  theme,
  today,
  todos,
  uploads,
  versions,
  viewport,
  voice,
}

/** The packs of the bundled applications by their code, which is also the namespace. */
export const applicationPacks = {
  administration: { administration },
  attendance: { attendance },
  files: { files },
  roster: { roster },
}
