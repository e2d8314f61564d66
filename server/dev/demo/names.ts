export interface PersonName {
  readonly chinese: string
  readonly pinyin: string
}

function readList(list: string): PersonName[] {
  return list.split(' ').map((entry) => {
    const letters = entry.search(/[A-Z]/)
    return { chinese: entry.slice(0, letters), pinyin: entry.slice(letters) }
  })
}

const surnames = readList(
  '王Wang 李Li 张Zhang 刘Liu 陈Chen 杨Yang 黄Huang 赵Zhao 吴Wu 周Zhou 徐Xu 孙Sun 马Ma 朱Zhu 胡Hu 郭Guo 何He 高Gao 罗Luo 郑Zheng 梁Liang 谢Xie 宋Song 唐Tang 许Xu 韩Han 冯Feng 邓Deng 曹Cao 彭Peng 曾Zeng 肖Xiao 田Tian 董Dong 潘Pan 袁Yuan 蔡Cai 蒋Jiang 余Yu 于Yu 杜Du 叶Ye 程Cheng 苏Su 魏Wei 吕Lü 丁Ding 任Ren 沈Shen 姚Yao 卢Lu 姜Jiang 崔Cui 钟Zhong 谭Tan 陆Lu 汪Wang 范Fan 石Shi 廖Liao 贾Jia 夏Xia 方Fang 白Bai 邹Zou 孟Meng 秦Qin 江Jiang 薛Xue 顾Gu',
)

const givenNames = {
  girl: readList(
    '雨桐Yutong 欣怡Xinyi 诗涵Shihan 语汐Yuxi 梓萱Zixuan 思琪Siqi 若曦Ruoxi 佳宁Jianing 书瑶Shuyao 梦洁Mengjie 子墨Zimo 沐晴Muqing 可馨Kexin 雅文Yawen 一诺Yinuo 静姝Jingshu 安然Anran 清妍Qingyan 昕玥Xinyue 芷晴Zhiqing 悦宁Yuening 语嫣Yuyan 舒窈Shuyao 婉清Wanqing 知夏Zhixia 念慈Nianci 晨曦Chenxi 心悦Xinyue 亦菲Yifei 苒苒Ranran 嘉怡Jiayi 乐瑶Leyao 灵犀Lingxi 以沫Yimo 明玥Mingyue 采薇Caiwei',
  ),
  boy: readList(
    '子轩Zixuan 浩然Haoran 宇航Yuhang 俊熙Junxi 博文Bowen 一鸣Yiming 梓豪Zihao 思远Siyuan 天佑Tianyou 泽宇Zeyu 明哲Mingzhe 嘉树Jiashu 奕辰Yichen 景行Jingxing 睿阳Ruiyang 承泽Chengze 子谦Ziqian 皓轩Haoxuan 书航Shuhang 晨阳Chenyang 乐山Leshan 修远Xiuyuan 君昊Junhao 立言Liyan 文博Wenbo 星野Xingye 启航Qihang 云帆Yunfan 知行Zhixing 逸飞Yifei 瑾瑜Jinyu 家乐Jiale 弘毅Hongyi 昊天Haotian 屹川Yichuan 沐阳Muyang',
  ),
  woman: readList(
    '丽华Lihua 晓燕Xiaoyan 静Jing 敏Min 秀英Xiuying 雪梅Xuemei 春兰Chunlan 海燕Haiyan 慧敏Huimin 玉珍Yuzhen 红Hong 艳Yan 婷婷Tingting 文静Wenjing 淑芬Shufen 佩珊Peishan 小玲Xiaoling 月娥Yuee 芳Fang 颖Ying 美玲Meiling 素云Suyun 彩虹Caihong 琳Lin 晓梅Xiaomei 丹Dan 雅琴Yaqin 倩Qian 兰Lan 菊香Juxiang 莉莉Lili 巧云Qiaoyun',
  ),
  man: readList(
    '建国Jianguo 志强Zhiqiang 伟Wei 军Jun 海涛Haitao 明Ming 永康Yongkang 国栋Guodong 文斌Wenbin 建平Jianping 鹏Peng 勇Yong 立新Lixin 学文Xuewen 世杰Shijie 振华Zhenhua 晓东Xiaodong 卫东Weidong 磊Lei 超Chao 俊杰Junjie 家辉Jiahui 刚Gang 少华Shaohua 宏伟Hongwei 德明Deming 林生Linsheng 光耀Guangyao 涛Tao 子明Ziming 克俭Kejian 长江Changjiang',
  ),
}

export type NameKind = keyof typeof givenNames

/** Draws names that are not yet in `taken`, and adds them to it. */
export class NameSource {
  private readonly random: Random
  private readonly taken: Set<string>

  constructor(random: Random, taken: Iterable<string> = []) {
    this.random = random
    this.taken = new Set(taken)
  }

  /** A new name of the kind, with the given family name if any; throws when that family's names are used up. */
  draw(kind: NameKind, surname?: PersonName): PersonName {
    for (let attempt = 0; attempt < 1000; attempt++) {
      const family = surname ?? pick(this.random, surnames)
      const given = pick(this.random, givenNames[kind])
      const chinese = family.chinese + given.chinese
      if (this.taken.has(chinese)) continue
      this.taken.add(chinese)
      return { chinese, pinyin: `${family.pinyin} ${given.pinyin}` }
    }
    throw new Error(`No ${kind} name is left`)
  }

  /** A family name shared by parents and children. */
  drawSurname(): PersonName {
    return pick(this.random, surnames)
  }
}

/** Numbers from 0 up to 1, the same sequence for the same seed, so that every demo school has the same people. */
export type Random = () => number

/** Mulberry32: small, and even enough to draw names with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An item of a non-empty list. */
export function pick<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}
