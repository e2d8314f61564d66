import { useState } from 'react'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_FILE_MAX } from '../../../contract/limits.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Progress } from '../../../src/app/ui/feedback/Progress.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useTexts, type Translate } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { ENCODINGS as KNOWN_ENCODINGS } from '../../../contract/rules/imports/text-forms.ts'
import { ENCODING_LABELS } from './encoding-labels.ts'
import { FileField } from './FileField.tsx'
import { MappingForm } from './MappingForm.tsx'
import { useUpload, type UploadOptions } from './use-upload.ts'

const MODES = ['', 'delta', 'bulk'] as const
const ENCODINGS = ['', ...KNOWN_ENCODINGS] as const
const SOURCE_LENGTH = 64

/** What the form has; '' where the server decides. */
interface Settings {
  readonly mode: (typeof MODES)[number]
  readonly encoding: (typeof ENCODINGS)[number]
  readonly source: string
  readonly pupilAccounts: boolean
  readonly parentAccounts: boolean
}

const USUAL: Settings = { mode: '', encoding: '', source: '', pupilAccounts: true, parentAccounts: true }

function optionsOf({ mode, encoding, source, pupilAccounts, parentAccounts }: Settings): UploadOptions {
  return {
    ...(mode !== '' && { mode }),
    ...(encoding !== '' && { encoding }),
    ...(source.trim() !== '' && { source: source.trim() }),
    pupilAccounts,
    parentAccounts,
  }
}

/** Why a file is not uploaded at all; null when it may be. */
export function refuseFile(file: File, t: Translate): string | null {
  if (file.size > IMPORT_FILE_MAX) return t('imports.tooLarge', { most: IMPORT_FILE_MAX / 1024 / 1024 })
  return file.size === 0 ? t('imports.emptyFile') : null
}

/** A file is chosen, read, and leads to its preview; a sheet without known headings first asks what its columns are. */
export function NewImport() {
  const t = useTexts()
  const online = useOnline()
  const language = useLanguage()
  const { upload, start, stop } = useUpload()
  const [settings, setSettings] = useState(USUAL)
  const [refused, setRefused] = useState<string | null>(null)
  const set = (change: Partial<Settings>) => setSettings((before) => ({ ...before, ...change }))

  const take = (file: File) => {
    const reason = refuseFile(file, t)
    setRefused(reason)
    if (reason === null) void start({ file, options: optionsOf(settings) })
  }

  if (upload.status === 'unknown') {
    const { given, sheets } = upload
    return (
      <MappingForm
        key={given.file.name}
        fileName={given.file.name}
        sheets={sheets}
        onCancel={stop}
        onMapped={(mapping) => void start(given, mapping)}
        onRead={(change) => void start({ ...given, options: { ...given.options, ...change } })}
      />
    )
  }
  return (
    <Card
      title={t('imports.new')}
      action={
        <DownloadLink kind="plain" icon={Download} file={serverFile(imports.template, {})}>
          {t('imports.template')}
        </DownloadLink>
      }
    >
      {upload.status === 'reading' ? (
        <div className="ad-import-reading" role="status">
          <p>{t('imports.reading', { name: upload.file.name, size: formatBytes(upload.file.size, language) })}</p>
          <Progress label={t('imports.readingLabel')} />
          <Button onClick={stop}>{t('imports.stop')}</Button>
        </div>
      ) : (
        <>
          <FileField
            label={t('imports.choose')}
            hint={online ? t('imports.formats') : t('imports.offline')}
            disabled={!online}
            onFile={take}
          />
          <p className="k-field__error" role="alert">
            {refused ??
              (upload.status === 'failed' ? `${upload.given.file.name}${t('colon')}${failureText(upload.error)}` : '')}
          </p>
          {upload.status === 'failed' && (
            <div className="k-buttons">
              <Button needsNetwork onClick={() => void start({ ...upload.given, options: optionsOf(settings) })}>
                {t('action.retry')}
              </Button>
            </div>
          )}
          <details className="ad-more">
            <summary>{t('imports.settings')}</summary>
            <div className="ad-more__fields">
              <SelectField
                label={t('imports.mode.label')}
                hint={t('imports.mode.hint')}
                value={settings.mode}
                options={MODES.map((mode) => [mode, t(`imports.mode.${mode || 'usual'}`)])}
                onChange={({ currentTarget }) => set({ mode: MODES.find((one) => one === currentTarget.value) ?? '' })}
              />
              <SelectField
                label={t('imports.encoding.label')}
                hint={t('imports.encoding.hint')}
                value={settings.encoding}
                options={ENCODINGS.map((one) => [one, one === '' ? t('imports.encoding.usual') : ENCODING_LABELS[one]])}
                onChange={({ currentTarget }) =>
                  set({ encoding: ENCODINGS.find((one) => one === currentTarget.value) ?? '' })
                }
              />
              <TextField
                label={t('imports.source.label')}
                hint={t('imports.source.hint')}
                maxLength={SOURCE_LENGTH}
                value={settings.source}
                onChange={({ currentTarget }) => set({ source: currentTarget.value })}
              />
              <div className="k-stack">
                <SwitchField
                  label={t('imports.pupilAccounts')}
                  checked={settings.pupilAccounts}
                  onChange={({ currentTarget }) => set({ pupilAccounts: currentTarget.checked })}
                />
                <SwitchField
                  label={t('imports.parentAccounts')}
                  checked={settings.parentAccounts}
                  onChange={({ currentTarget }) => set({ parentAccounts: currentTarget.checked })}
                />
              </div>
            </div>
          </details>
        </>
      )}
    </Card>
  )
}
