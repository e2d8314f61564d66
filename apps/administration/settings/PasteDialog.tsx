import * as z from 'zod/mini'
import { addPhrases, PHRASES_MAX, removePhrases, type Vocabulary } from '../../../contract/endpoints/voice-settings.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { notify } from '../../../src/app/core/notices/notices.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useTexts } from '../portal-context.ts'
import { readPhrases } from './pasted-phrases.ts'

/** Of the text: more than a vocabulary has. */
const TEXT_LENGTH = 200_000
const WRONG_SHOWN = 5

const schema = z.object({ text: z.string() })

/** Adds phrases from a table that is pasted: what is said and what it opens, a line each. */
export function PasteDialog({ known, onClose }: { known: Vocabulary; onClose: () => void }) {
  const t = useTexts()
  const call = useCall()
  const add = useChange(addPhrases, {
    done: ({ added }) => (added.length === 0 ? null : t('settings.voice.added', { count: added.length })),
    undo:
      ({ added: phraseIds }) =>
      () =>
        call(removePhrases, { phraseIds }),
  })
  const form = useForm({
    schema,
    values: { text: '' },
    async submit({ text: pasted }) {
      const { fresh } = readPhrases(pasted, known.applications, known.phrases)
      if (fresh.length === 0)
        throw new PortalError('request.invalid', { fields: [{ field: 'text', code: 'voice.no_phrases' }] })
      const { added } = await add.mutateAsync({ phrases: [...fresh] })
      onClose()
      if (added.length === 0) notify('info', t('settings.voice.addedNone'))
    },
  })
  const { text } = form.watch()
  const read = readPhrases(text, known.applications, known.phrases)
  const room = PHRASES_MAX - known.phrases.length
  return (
    <FormDialog
      title={t('settings.voice.paste')}
      form={form}
      action={t('settings.voice.addCount', { count: read.fresh.length })}
      onClose={onClose}
    >
      <LinesField
        {...form.field('text')}
        className="k-field__input k-lines ad-paste"
        label={t('settings.voice.pasted')}
        hint={t('settings.voice.pasteHint')}
        maxLength={TEXT_LENGTH}
        rows={8}
        autoComplete="off"
      />
      <div role="status" className="k-stack">
        {text.trim() !== '' && (
          <p>
            {t('settings.voice.read', {
              fresh: read.fresh.length,
              present: read.present,
              wrong: read.wrong.length,
            })}
          </p>
        )}
        {read.fresh.length > room && <p className="k-field__error">{t('settings.voice.full', { room })}</p>}
        {read.wrong.length > 0 && (
          <ul className="ad-pasted">
            {read.wrong.slice(0, WRONG_SHOWN).map(({ line, text: written }) => (
              <li key={line}>{t('settings.voice.wrongLine', { line, text: written.slice(0, 80) })}</li>
            ))}
          </ul>
        )}
      </div>
    </FormDialog>
  )
}
