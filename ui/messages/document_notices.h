// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <QObject>
#include <vector>

class QBoxLayout;

namespace bubblescope::ui {

class CostForm;
class Document;
class MessageBar;
class WhatIfNotice;

/// The bars above the figures that say what is the matter with the document, as long as it is.
class DocumentNotices : public QObject
{
    Q_OBJECT

public:
    /// The bars belong to the layout's widget.
    DocumentNotices(Document& document, QBoxLayout& layout);

    /// Says that the shown times are of an order that cannot run; hidden else.
    [[nodiscard]] MessageBar* broken() const { return m_broken; }
    /// Says that the costs do not fit the schedule that was asked for; hidden else.
    [[nodiscard]] MessageBar* misfit() const { return m_misfit; }
    /// Says what to doubt of the shown times; hidden else.
    [[nodiscard]] MessageBar* doubts() const { return m_doubts; }
    [[nodiscard]] WhatIfNotice* whatIf() const { return m_whatIf; }
    /// `reason` is why the shown order cannot run; empty if it can.
    void showBroken(const Sentence& reason);
    void showMisfit(CostForm& costs);
    /// What to doubt of the shown times; nothing hides it.
    void showDoubts(const std::vector<Sentence>& doubts);
    /// After all were shown: those that have nothing to say are hidden again.
    void hideEmpty();

signals:
    void shownBroken(); ///< and the problems shall be seen beside it
    void problemsAsked();

private:
    void show(const QString& headline, const QString& excerpt);

    Document& m_document;
    MessageBar* m_broken;
    MessageBar* m_misfit;
    MessageBar* m_doubts;
    WhatIfNotice* m_whatIf;
    QString m_misfitSaid;
    QString m_doubtsSaid;
    QString m_doubtsFile; ///< of which it was said
};

} // namespace bubblescope::ui
