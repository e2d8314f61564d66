import type { RefObject } from 'react'
import { MenuItem } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { chooseLanguage } from '../../features/language/choose-language.ts'
import { useLanguage } from '../../features/language/use-language.ts'
import { notify } from '../../kit/notices.ts'
import { HeaderMenu } from './HeaderMenu.tsx'

/** The list of languages under the language button. A language whose pack does not arrive is not taken. */
export default function LanguageMenu({
  trigger,
  onClose,
}: {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const { t } = useTranslation('common')
  const language = useLanguage()

  const choose = async (wanted: unknown) => {
    const refusal = await chooseLanguage(wanted)
    if (refusal) notify('warning', refusal === 'unsupported' ? t('languageUnsupported') : t('languageFailed'))
  }

  return (
    <HeaderMenu
      label={t('language')}
      trigger={trigger}
      selectionMode="single"
      selectedKeys={[language]}
      onAction={(key) => {
        onClose()
        void choose(key)
      }}
      onClose={onClose}
    >
      {LANGUAGES.map((code) => (
        <MenuItem key={code} id={code} className="h-menu__item" textValue={t(`languages.${code}`)}>
          <span lang={code}>{t(`languages.${code}`)}</span>
        </MenuItem>
      ))}
    </HeaderMenu>
  )
}
