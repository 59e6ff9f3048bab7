#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds what two sources of a target call alike and keep to themselves: compiled in one group, they clash.

usage: check_own_names.py LIST

A line of LIST is a target and its sources, between semicolons. Compared are types, variables and functions of unnamed
namespaces, and static ones; functions are alike if a call could mean both (docs/decisions/0009-sources-are-compiled-in-groups.md).
Sources are read as clang-format leaves them: what a namespace declares begins a line.
"""

import re
import sys

SILENT = re.compile(r'//(?! namespace)[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
                    r'|^#(?:\\\n|[^\n])*|\[\[.*?\]\]', re.DOTALL | re.MULTILINE)
OPENS = re.compile(r'namespace(?: ([\w:]+))? \{$')
TYPE = re.compile(r'(?:class|struct|union|enum(?: class)?) (\w+)')
ALIAS = re.compile(r'using (\w+) = ')
NO_NAME = re.compile(r'(?:using|friend|extern|static_assert|Q_\w+)\b')
FUNCTION = re.compile(r'(operator\W+|\w+)\((.*)\)(?: const| noexcept| ->.*)*$')


def split(text, separator):
    """At separators outside of all brackets."""
    parts, depth = [''], 0
    for char in text:
        depth += (char in '([{<') - (char in ')]}>')
        if char == separator and depth == 0:
            parts.append('')
        else:
            parts[-1] += char
    return parts


def names_of(declaration):
    """What it is called, a function with the types that it takes, once for each number of them; none if it declares nothing."""
    text = re.sub(r'^template <(?:[^<>]|<[^<>]*>)*>', '', ' '.join(declaration.split())).strip()
    found = TYPE.match(text) or ALIAS.match(text)
    if found:
        return [found.group(1)]
    if NO_NAME.match(text):
        return []
    if 'operator' not in text:
        text = split(text, '=')[0].strip()
    function = FUNCTION.search(text)
    if not function:
        variable = re.search(r'(\w+)(?:\[.*\])*$', text)
        return [variable.group(1)] if variable and ' ' in text else []
    if text[:function.start()].endswith('::'):
        return []
    taken = [split(one, '=') for one in split(function.group(2), ',')]
    types = [re.sub(r'(?<=[\s*&>])\w+$', '', one[0].strip()).strip() for one in taken]
    least = sum(len(one) == 1 for one in taken)
    return ['%s(%s)' % (function.group(1), ', '.join(types[:count])) for count in range(least, len(types) + 1)]


def own_names(path):
    """The namespace, the name and the line of each; of an alias its text."""
    with open(path, encoding='utf-8') as file:
        text = SILENT.sub(lambda found: re.sub(r'[^\n]', '', found.group()) if found.group()[0] != '"' else '""', file.read())
    scopes = []
    declaration = None
    for number, line in enumerate(text.split('\n'), 1):
        opened = OPENS.match(line)
        if opened:
            scopes.append(opened.group(1) or '')
        elif line.startswith('} // namespace'):
            scopes.pop()
        elif declaration is not None:
            declaration += ' ' + line
        elif re.match(r'[A-Za-z_]', line) and not line.endswith(':'):
            declaration, begin = line, number
        if declaration is None:
            continue
        declaration = re.sub(r'= \{[^{}]*\}(?=[,)])', '= 0', declaration)
        if not re.search(r'[;{]', declaration):
            continue
        if '' in scopes or re.match(r'(?:constexpr |inline )*static ', declaration):
            text = re.split(r'[;{]', declaration, maxsplit=1)[0]
            for name in names_of(text):
                yield '::'.join(filter(None, scopes)), name, begin, text if ALIAS.match(text) else None
        declaration = None


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    clashes = 0
    with open(sys.argv[1], encoding='utf-8') as targets:
        for line in targets:
            target, *sources = line.strip().split(';')
            seen = {}
            for source in sources:
                for scope, name, number, alias in own_names(source):
                    first = seen.setdefault((scope, name), (source, number, alias))
                    if first[0] != source and (alias is None or alias != first[2]):
                        clashes += 1
                        print('%s:%d: %s is also in %s:%d, and both are of %s' % (source, number, name, *first[:2], target))
    sys.exit('%d names are in two sources of a target' % clashes if clashes else 0)


if __name__ == '__main__':
    main()
