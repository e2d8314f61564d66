import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFooter as KitFormFooter } from '../../ui/fields/FormFooter.tsx'
import type { Form, FormValues } from '../../ui/fields/use-form.ts'
import { useAdmin } from './admin-context.ts'

/** The foot of a form of the page. */
export function FormFooter<Values extends FormValues>({
  form,
  children,
}: {
  form: Form<Values>
  children?: ReactNode
}) {
  const { t } = useTranslation('signInAdmin')
  const { online } = useAdmin()
  return (
    <KitFormFooter form={form} online={online} texts={{ save: t('save'), unsaved: t('unsaved') }}>
      {children}
    </KitFormFooter>
  )
}
