import * as z from 'zod/mini'
import {
  opensProblem,
  PHRASE_LENGTH,
  PHRASE_URL_LENGTH,
  savePhrase,
  type StoredPhrase,
  type Vocabulary,
} from '../../../contract/endpoints/voice-settings.ts'
import { code, filled, USER_TYPES, userType } from '../../../contract/fields.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useLocale } from '../portal-context.ts'

/** The fields as they are shown: an application or an address. */
const schema = z
  .object({
    language: z.literal(LANGUAGES),
    phrase: filled(PHRASE_LENGTH),
    kind: z.literal(['app', 'url']),
    app: z.string(),
    url: z.string().check(z.trim()),
    userTypes: z.array(userType),
  })
  .check((payload) => {
    const { kind, app, url } = payload.value
    const wrong = (path: string, message: string) =>
      payload.issues.push({ code: 'custom', message, path: [path], input: payload.value })
    if (kind === 'app' && app === '') wrong('app', code('field.required'))
    const problem = opensProblem(kind === 'app' ? { app, url } : { url })
    if (problem) wrong('url', problem)
  })
type Values = z.infer<typeof schema>

const EMPTY: Values = { language: 'zh-CN', phrase: '', kind: 'app', app: '', url: '', userTypes: [] }

const valuesOf = ({ language, phrase, app, url, userTypes }: StoredPhrase): Values => ({
  language,
  phrase,
  kind: app === null ? 'url' : 'app',
  app: app ?? '',
  url,
  userTypes: [...userTypes],
})

/** What is said, and what it opens for whom; `of` null for a new phrase. */
export function PhraseDialog({
  of,
  applications,
  onClose,
}: {
  of: StoredPhrase | null
  applications: Vocabulary['applications']
  onClose: () => void
}) {
  const { t, language, nameOf } = useLocale()
  const save = useChange(savePhrase, {
    done: (_, { phrase }) => t('settings.voice.savedPhrase', { name: phrase }),
  })
  const form = useForm({
    schema,
    values: of ? valuesOf(of) : { ...EMPTY, language },
    record: {
      endpoint: savePhrase,
      version: of?.version ?? null,
      valuesOf,
      show: {
        kind: { label: t('settings.voice.opens'), text: (kind: Values['kind']) => t(`settings.voice.kind.${kind}`) },
        userTypes: {
          label: t('settings.voice.for'),
          text: (types: Values['userTypes']) => types.map((type) => t(`types.${type}`)).join(t('comma')),
        },
      },
    },
    async submit({ kind, app, ...fields }, version) {
      await save.mutateAsync({
        ...fields,
        ...(kind === 'app' && { app }),
        ...(of?.permission != null && { permission: of.permission }),
        phraseId: of?.phraseId ?? null,
        version,
      })
      onClose()
    },
  })
  const { kind, userTypes } = form.watch()

  return (
    <FormDialog
      title={t(of ? 'settings.voice.edit' : 'settings.voice.add')}
      form={form}
      action={t(of ? 'action.save' : 'action.add')}
      onClose={onClose}
    >
      <div className="k-form__pair">
        <TextField {...form.field('phrase')} label={t('trail.fields.phrase')} hint={t('settings.voice.phraseHint')} />
        <SelectField
          {...form.field('language')}
          label={t('trail.fields.language')}
          options={LANGUAGES.map((one) => [one, t(`settings.language.${one}`)] as const)}
        />
      </div>
      <Segments
        label={t('settings.voice.opens')}
        value={kind}
        options={(['app', 'url'] as const).map((value) => ({ value, label: t(`settings.voice.kind.${value}`) }))}
        onChange={(chosen) => form.change('kind', chosen)}
      />
      {kind === 'app' && (
        <SelectField
          {...form.field('app')}
          label={t('trail.fields.app')}
          options={[['', t('form.choose')], ...applications.map((one) => [one.code, nameOf(one)] as const)]}
        />
      )}
      <TextField
        {...form.field('url')}
        label={t(kind === 'app' ? 'settings.voice.place' : 'trail.fields.url')}
        hint={t(kind === 'app' ? 'settings.voice.placeHint' : 'settings.voice.addressHint')}
        maxLength={PHRASE_URL_LENGTH}
        inputMode="url"
        placeholder={kind === 'app' ? '#/' : 'https://'}
      />
      <ChoicesField
        type="checkbox"
        name="userTypes"
        label={t('settings.voice.for')}
        hint={t('settings.voice.forHint')}
        chosen={userTypes}
        options={USER_TYPES.map((type) => [type, t(`types.${type}`)] as const)}
        onChange={(chosen) =>
          form.change(
            'userTypes',
            USER_TYPES.filter((type) => chosen.includes(type)),
          )
        }
      />
    </FormDialog>
  )
}
