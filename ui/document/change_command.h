// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QUndoCommand>

namespace bubblescope::ui {

/// One change of a document's state by its values before and after. Changes of the same field merge while
/// the user is typing; one that ends where it began vanishes.
class ChangeStateCommand : public QUndoCommand
{
public:
    /// `typing` tells one stretch of typing from the next.
    ChangeStateCommand(Document& document, DocumentState after, const QString& what, int typing);

    void undo() override { m_document.apply(m_before); }
    void redo() override { m_document.apply(m_after); }
    [[nodiscard]] int id() const override { return 1; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& m_document;
    DocumentState m_before;
    DocumentState m_after;
    QString m_what;
    int m_typing;
};

/// The same of a document's notes, which change no picture of the schedule.
class ChangeNotesCommand : public QUndoCommand
{
public:
    ChangeNotesCommand(Document& document, std::vector<DocumentNote> after, const QString& what, int typing);

    void undo() override { m_document.applyNotes(m_before); }
    void redo() override { m_document.applyNotes(m_after); }
    [[nodiscard]] int id() const override { return 2; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    Document& m_document;
    std::vector<DocumentNote> m_before;
    std::vector<DocumentNote> m_after;
    QString m_what;
    int m_typing;
};

/// Another schedule in the document's place, with its file if it has one of its own.
class ExchangeCommand : public QUndoCommand
{
public:
    using Exchanged = std::function<void(const EvaluationPtr& shown, const DocumentPart& gone)>;
    ExchangeCommand(Document& document, DocumentPart other, const QString& what, Exchanged exchanged);

    void undo() override { exchange(); }
    void redo() override { exchange(); }

private:
    void exchange();

    Document& m_document;
    DocumentPart m_other; ///< what is not shown
    Exchanged m_exchanged;
};

} // namespace bubblescope::ui
