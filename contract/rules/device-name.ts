import englishNames from '../locales/en/deviceNames.json'
import chineseNames from '../locales/zh-CN/deviceNames.json'
import type { Language } from '../envelope.ts'
import { readUserAgent } from './user-agent.ts'

/** A device in plain words, such as "Chrome on Windows". Chinese names of browsers in Latin letters start with the space that has to follow 上的. */
export function deviceName(language: Language, userAgent: string): string {
  const { browser, system } = readUserAgent(userAgent)
  const { browsers, systems } = language === 'en' ? englishNames : chineseNames
  if (browser && system) {
    const [name, on] = [browsers[browser], systems[system]]
    return language === 'en' ? `${name} on ${on}` : `${on} 上的${name}`
  }
  if (browser) return browsers[browser].trim()
  if (system) return systems[system]
  return language === 'en' ? 'Unknown device' : '未知设备'
}
