const errors = {
  network: '网络连接失败，请检查网络后重试',
  timeout: '请求超过 {{after}} 毫秒没有响应，请重试',
  aborted: '请求已取消',
  method: '不支持该请求方式',
  payload: '文件类型错误',
  answer: '服务器的回答无法识别，请刷新页面后重试',
  server: '服务器内部错误！',
  unexpected: '页面出现了意外问题，刚才的内容没有提交。请刷新后重试',
}

export type ErrorTexts = typeof errors
export default errors
