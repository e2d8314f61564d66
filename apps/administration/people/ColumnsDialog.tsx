import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { useTexts } from '../portal-context.ts'
import { PEOPLE_COLUMNS, USUAL_COLUMNS, type PeopleColumn } from './people-columns.tsx'

/** Which columns the list has; applies at once, and is remembered on the device. */
export default function ColumnsDialog({
  columns,
  onChange,
  onClose,
}: {
  columns: readonly PeopleColumn[]
  onChange: (columns: readonly PeopleColumn[]) => void
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog
      title={t('people.columns')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={() => onChange(USUAL_COLUMNS)}>
            {t('people.usualColumns')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('action.done')}
          </Button>
        </>
      }
    >
      <ChoicesField
        type="checkbox"
        name="columns"
        label={t('people.columnsHint')}
        chosen={columns}
        options={PEOPLE_COLUMNS.map((column) => [column, t(`column.${column}`)])}
        onChange={(chosen) => onChange(PEOPLE_COLUMNS.filter((column) => chosen.includes(column)))}
      />
    </Dialog>
  )
}
