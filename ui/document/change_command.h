// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QUndoCommand>

namespace bubblescope::ui {

/// One change of a document's state, or of its notes, by their values before and after. Changes of the same
/// field merge while the user is typing; one that ends where it began vanishes.
template <typename Value>
class ChangeCommand : public QUndoCommand
{
public:
    /// `typing` tells one stretch of typing from the next.
    ChangeCommand(Document& document, Value before, Value after, const QString& what, int typing)
        : QUndoCommand(what)
        , m_document(document)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_typing(typing)
    {}

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = dynamic_cast<const ChangeCommand*>(other);
        if (!next || next->text() != text() || next->m_typing != m_typing)
            return false;
        m_after = next->m_after;
        setObsolete(m_after == m_before);
        return true;
    }

private:
    Document& m_document;
    Value m_before;
    Value m_after;
    int m_typing;
};

/// Another schedule in the document's place, with its file if it has one of its own.
class ExchangeCommand : public QUndoCommand
{
public:
    using Exchanged = std::function<void(const EvaluationPtr& shown, const DocumentPart& gone)>;
    ExchangeCommand(Document& document, DocumentPart other, const QString& what, Exchanged exchanged)
        : QUndoCommand(what)
        , m_document(document)
        , m_other(std::move(other))
        , m_exchanged(std::move(exchanged))
    {}

    void undo() override { exchange(); }
    void redo() override { exchange(); }

private:
    void exchange()
    {
        const EvaluationPtr shown = m_other.evaluation;
        m_document.exchangeWith(m_other);
        m_exchanged(shown, m_other);
    }

    Document& m_document;
    DocumentPart m_other; ///< what is not shown
    Exchanged m_exchanged;
};

} // namespace bubblescope::ui
