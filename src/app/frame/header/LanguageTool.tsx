import globe from '@phosphor-icons/core/regular/globe.svg?raw'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { isLanguage } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { notify } from '../../core/notices/notices.ts'
import { offeredLanguages } from '../frame-config.ts'
import { ToolChoice } from './ToolChoice.tsx'
import type { Choice } from './ChoiceMenu.tsx'

/** An unknown language, or one whose pack cannot be loaded, is refused. */
export function LanguageTool() {
  const { t } = useTranslation('common')
  const { t: shell } = useTranslation('shell')
  const language = useLanguage()
  const offered = offeredLanguages()

  const choose = async (wanted: string) => {
    const refusal = await chooseLanguage(wanted)
    if (refusal) notify('warning', refusal === 'unsupported' ? t('languageUnsupported') : t('languageFailed'))
  }
  const choices = (offered === 'not-a-list' ? LANGUAGES : offered).map((code): Choice =>
    isLanguage(code) ? { id: code, name: t(`languages.${code}`), lang: code } : { id: code, name: code },
  )

  return (
    <ToolChoice
      label={t('language')}
      svg={globe}
      choices={choices}
      selected={language}
      onOpen={() => {
        if (offered === 'not-a-list') notify('info', shell('header.languageList'))
      }}
      onChoose={(code) => void choose(code)}
    />
  )
}
