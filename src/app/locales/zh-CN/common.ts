const common = {
  confirm: '确定',
  cancel: '取消',
  save: '保存',
  unsaved: '有改动还没有保存',
  close: '关闭',
  moveDialog: '移动对话框（方向键，或拖动标题）',
  noticeKey: '按 F8 转到这条提示',
  retry: '重试',
  loading: '正在加载',
  language: '语言',
  languages: { 'zh-CN': '简体中文', en: 'English' },
  languageUnsupported: '只支持简体中文和 English',
  languageFailed: '语言包没有下载成功，先显示中文，联网后会自动重试',
}

export type CommonTexts = typeof common
export default common
