import type { CommonTexts } from '../zh-CN/common.ts'

const common: CommonTexts = {
  confirm: 'Confirm',
  cancel: 'Cancel',
  save: 'Save',
  unsaved: 'There are changes that are not saved',
  close: 'Close',
  moveDialog: 'Move the dialog (arrow keys, or drag its title)',
  noticeKey: 'Press F8 to go to this notice',
  retry: 'Try again',
  loading: 'Loading',
  language: 'Language',
  languages: { 'zh-CN': '简体中文', en: 'English' },
  languageUnsupported: 'Only Simplified Chinese and English are available',
  languageFailed: 'The language pack did not arrive. Texts stay in Chinese and are tried again when you are online',
}

export default common
