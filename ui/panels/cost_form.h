// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace bubblescope::ui {

class Document;
class SegmentedChoice;
class TimesField;

/// The cost model: times by kind (for all stages, or a list of one a stage), transfer, overlap, profile.
/// Offers the kinds that the shown schedule runs.
class CostForm : public QWidget
{
    Q_OBJECT

public:
    explicit CostForm(Document& document, QWidget* parent = nullptr);

signals:
    void costFileAsked();

private:
    struct Row
    {
        QWidget* widget = nullptr;
        TimesField* field = nullptr;
        class Swatch* swatch = nullptr;
    };

    QWidget* makeHeading();
    Row makeTimesRow(const QString& title, const QString& help, const char* name, bool lists);
    QWidget* makeRow(const QString& title, const QString& help, QWidget* editor);
    void makeTimesRows();
    void makeRules();
    /// Document to form.
    void follow();
    void offerKinds();
    void takeTime(ActionKind kind, const TimesField& field, const QString& what);
    void takeLatency();
    void showProblem(const QString& text);

    Document& m_document;
    Row m_forward, m_backwardInput, m_backwardWeight, m_backward, m_latency;
    QWidget* m_overlapRow = nullptr;
    SegmentedChoice* m_overlap = nullptr;
    QComboBox* m_profile = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_reset = nullptr;
};

} // namespace bubblescope::ui
