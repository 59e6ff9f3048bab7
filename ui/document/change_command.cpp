// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/change_command.h"

namespace bubblescope::ui {

ChangeStateCommand::ChangeStateCommand(Document& document, DocumentState after, const QString& what,
                                       int typing)
    : QUndoCommand(what)
    , m_document(document)
    , m_before(document.state())
    , m_after(std::move(after))
    , m_what(what)
    , m_typing(typing)
{}

bool ChangeStateCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const ChangeStateCommand*>(other);
    if (!next || next->m_what != m_what || next->m_typing != m_typing)
        return false;
    m_after = next->m_after;
    setObsolete(m_after == m_before);
    return true;
}

ChangeNotesCommand::ChangeNotesCommand(Document& document, std::vector<DocumentNote> after,
                                       const QString& what, int typing)
    : QUndoCommand(what)
    , m_document(document)
    , m_before(document.notes())
    , m_after(std::move(after))
    , m_what(what)
    , m_typing(typing)
{}

bool ChangeNotesCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const ChangeNotesCommand*>(other);
    if (!next || next->m_what != m_what || next->m_typing != m_typing)
        return false;
    m_after = next->m_after;
    setObsolete(m_after == m_before);
    return true;
}

ExchangeCommand::ExchangeCommand(Document& document, DocumentPart other, const QString& what,
                                 Exchanged exchanged)
    : QUndoCommand(what)
    , m_document(document)
    , m_other(std::move(other))
    , m_exchanged(std::move(exchanged))
{}

void ExchangeCommand::exchange()
{
    const EvaluationPtr shown = m_other.evaluation;
    m_document.exchangeWith(m_other);
    m_exchanged(shown, m_other);
}

} // namespace bubblescope::ui
