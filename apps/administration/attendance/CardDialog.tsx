import * as z from 'zod/mini'
import { removeCard, setCard, type CardHolder } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName, useTexts } from '../portal-context.ts'
import { useChange, useSend } from '../use-change.ts'

/** Gives a person a card: its number is typed, or read by a reader that types. */
export function CardDialog({ holder, onClose }: { holder: CardHolder; onClose: () => void }) {
  const t = useTexts()
  const send = useSend()
  const language = useLanguage()
  const { tell } = useChange()
  const { kind, id } = holder
  const name = personName(holder, language)
  const form = useForm({
    schema: z.pick(setCard.request, { number: true }),
    values: { number: '' },
    async submit({ number }) {
      const { before } = await send(setCard, { kind, id, number })
      onClose()
      tell(t('attendance.cards.given', { name }), async () => {
        if (before === null) await send(removeCard, { kind, id })
        else await send(setCard, { kind, id, number: before })
      })
    },
  })
  return (
    <FormDialog title={t('attendance.cards.giveTitle', { name })} form={form} onClose={onClose}>
      <TextField
        {...form.field('number')}
        label={t('attendance.cards.number')}
        hint={t('attendance.cards.numberHint')}
        autoCapitalize="characters"
      />
    </FormDialog>
  )
}
