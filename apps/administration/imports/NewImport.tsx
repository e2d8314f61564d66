import { useState } from 'react'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { failureText } from '../../../src/app/core/notices/failure-text.ts'
import { serverFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { ENCODINGS as KNOWN_ENCODINGS } from '../../../contract/rules/imports/text-forms.ts'
import { ENCODING_LABELS } from './encoding-labels.ts'
import { FileField, ReadingFile } from './FileField.tsx'
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

/** A file is chosen, read, and leads to its preview; a sheet without known headings first asks what its columns are. */
export function NewImport() {
  const t = useTexts()
  const { upload, start, stop } = useUpload()
  const [settings, setSettings] = useState(USUAL)
  const set = (change: Partial<Settings>) => setSettings((before) => ({ ...before, ...change }))

  if (upload.status === 'unknown') {
    const { given, sheets } = upload
    return (
      <MappingForm
        key={given.file.name}
        fileName={given.file.name}
        sheets={sheets}
        onCancel={stop}
        onMapped={(mapping) => start(given, mapping)}
        onRead={(change) => start({ ...given, options: { ...given.options, ...change } })}
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
        <ReadingFile file={upload.file} onStop={stop} />
      ) : (
        <>
          <FileField
            label={t('imports.choose')}
            hint={t('imports.formats')}
            failure={
              upload.status === 'failed' ? `${upload.given.file.name}${t('colon')}${failureText(upload.error)}` : ''
            }
            onFile={(file) => start({ file, options: optionsOf(settings) })}
          />
          {upload.status === 'failed' && (
            <div className="k-buttons">
              <Button needsNetwork onClick={() => start({ ...upload.given, options: optionsOf(settings) })}>
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
                onChoose={(mode) => set({ mode })}
              />
              <SelectField
                label={t('imports.encoding.label')}
                hint={t('imports.encoding.hint')}
                value={settings.encoding}
                options={ENCODINGS.map((one) => [one, one === '' ? t('imports.encoding.usual') : ENCODING_LABELS[one]])}
                onChoose={(encoding) => set({ encoding })}
              />
              <TextField
                label={t('imports.source.label')}
                hint={t('imports.source.hint')}
                maxLength={SOURCE_LENGTH}
                value={settings.source}
                onChange={({ currentTarget }) => set({ source: currentTarget.value })}
              />
              <div className="k-stack">
                {(['pupilAccounts', 'parentAccounts'] as const).map((name) => (
                  <SwitchField
                    key={name}
                    label={t(`imports.${name}`)}
                    checked={settings[name]}
                    onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
                  />
                ))}
              </div>
            </div>
          </details>
        </>
      )}
    </Card>
  )
}
