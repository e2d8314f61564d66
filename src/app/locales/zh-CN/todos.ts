const todos = {
  title: '待办',
  announced: '有 {{count}} 件待办',
  view: '查看',
  viewOf: '查看：{{title}}',
  viewOfNewWindow: '查看：{{title}}（在新窗口打开）',
  ignore: '忽略',
  ignoreOf: '忽略：{{title}}',
  ignored: '已忽略这件待办',
  undo: '撤销',
  previous: '上一页',
  next: '下一页',
  page: '第 {{page}} 页，共 {{pages}} 页',
  close: '关闭，本次登录不再弹出',
  none: '没有待办',
  noneHint: '都处理完了。',
  failed: '待办没有加载成功',
}

export type TodoTexts = typeof todos
export default todos
