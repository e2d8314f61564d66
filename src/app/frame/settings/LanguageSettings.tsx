import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../../contract/limits.ts'
import { chooseLanguage } from '../../core/language/choose-language.ts'
import { isLanguage } from '../../core/language/language.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { startUp } from '../../core/tenant/start-up.ts'
import { Card } from '../../ui/record/Card.tsx'

export default function LanguageSettings() {
  const { t } = useTranslation('settings')
  const { t: common } = useTranslation('common')
  const language = useLanguage()
  const { languages: offered } = startUp()

  return (
    <Card title={t('language.choose')}>
      <div className="set-choices" role="radiogroup" aria-label={t('language.choose')}>
        {(offered === 'not-a-list' ? LANGUAGES : offered).map((code) => (
          <label key={code} className="set-choice">
            <input
              type="radio"
              name="language"
              value={code}
              checked={code === language}
              onChange={() => void chooseLanguage(code)}
            />
            <span lang={code}>{isLanguage(code) ? common(`languages.${code}`) : code}</span>
          </label>
        ))}
      </div>
    </Card>
  )
}
