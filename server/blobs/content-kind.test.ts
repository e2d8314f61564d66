import { describe, expect, it } from 'vitest'
import { isBlockedContent, isPictureOf, downloadTypeOf, mediaTypeOf } from './content-kind.ts'

const dosProgram = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(126)])
const zip = (firstName: string) =>
  Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(26), Buffer.from(firstName)])

describe('a file is refused for what it really is', () => {
  it.each<[string, string, Buffer | string]>([
    ['a Windows program as a picture', 'photo.png', dosProgram],
    ['a Linux program without an extension', 'tool', Buffer.from('7f454c4602010100', 'hex')],
    ['a macOS program as a document', 'plan.docx', Buffer.from('cffaedfe07000001', 'hex')],
    ['a Java class as data', 'data.bin', Buffer.from('cafebabe00000034', 'hex')],
    ['a Java archive as a zip', 'homework.zip', zip('META-INF/MANIFEST.MF')],
    ['a shell script', 'notes', '#!/bin/bash\nrm -rf ~\n'],
    ['a shell script through env', 'notes.md', '#!/usr/bin/env -S bash\n'],
    ['PHP as a picture', 'photo.jpg', '<?php system($_GET[0]);'],
    ['JSP as data', 'data.xml', '<%@ page import="java.io.*" %>'],
    ['HTML as a picture', 'photo.png', '<!DOCTYPE html><script>alert(1)</script>'],
    ['HTML behind a byte order mark and a comment', 'photo.png', '\uFEFF <!-- x --><html>'],
    ['HTML in UTF-16', 'photo.png', Buffer.from('\uFEFF<html>', 'utf16le')],
    ['a blocked extension, whatever is inside', 'a.exe', 'hello'],
  ])('%s', (_, name, head) => {
    expect(isBlockedContent(name, Buffer.from(head))).toBe(true)
  })
})

describe('a file is let through', () => {
  it.each<[string, string, Buffer | string]>([
    ['an empty file', 'empty.bin', ''],
    ['three bytes', 'a.bin', 'MZ!'],
    ['a table that begins with the letters of a program', 'list.csv', `MZ,name,class\n${'1,a,b\n'.repeat(20)}`],
    ['a picture', 'photo.png', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['an office document', 'plan.docx', zip('[Content_Types].xml')],
    ['a spreadsheet that a portal wrote as HTML', '成绩.xls', '<html><table><tr><td>1</td></tr></table></html>'],
    ["a pupil's Python program", 'snake.py', '#!/usr/bin/env python3\nprint(1)\n'],
    ['XML', 'data.xml', '<?xml version="1.0"?><data/>'],
  ])('%s', (_, name, head) => {
    expect(isBlockedContent(name, Buffer.from(head))).toBe(false)
  })
})

const filled = (begin: Buffer) => Buffer.concat([begin, Buffer.alloc(20)])
const png = filled(Buffer.from('89504e470d0a1a0a', 'hex'))
const jpeg = filled(Buffer.from('ffd8ffe0', 'hex'))

it('knows a picture by its first bytes', () => {
  expect(isPictureOf('png', png)).toBe(true)
  expect(isPictureOf('jpg', jpeg)).toBe(true)
  expect(isPictureOf('jpeg', jpeg)).toBe(true)
  expect(isPictureOf('gif', filled(Buffer.from('GIF89a')))).toBe(true)
  expect(isPictureOf('bmp', filled(Buffer.from('BM')))).toBe(true)
  expect(isPictureOf('tif', filled(Buffer.from('4d4d002a', 'hex')))).toBe(true)
})

it('does not take one picture for another, a stump, or a format that is no picture', () => {
  expect(isPictureOf('png', jpeg)).toBe(false)
  expect(isPictureOf('png', png.subarray(0, 8))).toBe(false)
  expect(isPictureOf('svg', filled(Buffer.from('<svg')))).toBe(false)
  expect(isPictureOf('', png)).toBe(false)
})

it('names the type of what schools store, and plain bytes for the rest', () => {
  expect(mediaTypeOf('照片.JPG')).toBe('image/jpeg')
  expect(mediaTypeOf('plan.docx')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
  expect(mediaTypeOf('a.constructor')).toBe('application/octet-stream')
  expect(mediaTypeOf('README')).toBe('application/octet-stream')
})

it('sends with its own type only what a browser runs nothing of', () => {
  expect(downloadTypeOf('a.png')).toBe('image/png')
  expect(downloadTypeOf('a.pdf')).toBe('application/pdf')
  expect(downloadTypeOf('a.svg')).toBe('application/octet-stream')
  expect(downloadTypeOf('a.htm')).toBe('application/octet-stream')
  expect(downloadTypeOf('a.xml')).toBe('application/octet-stream')
})
