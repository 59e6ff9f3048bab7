// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_session.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace bubblescope::ui {

class RunPicture;
class StepList;

/// The open run at the left of its timeline: what it is, which replica and step of it is shown, and what its
/// actions cost.
class RunPanel : public QWidget
{
    Q_OBJECT

public:
    /// `session` has to stay.
    explicit RunPanel(TraceSession& session, QWidget* parent = nullptr);

    [[nodiscard]] StepList* steps() const { return m_steps; }
    [[nodiscard]] QComboBox* replicas() const { return m_replicas; }
    /// "4 files, 2 steps · PP 4 · …": what stands under the schedule's name.
    [[nodiscard]] QString facts() const;
    /// "F 2.6 ms · B 5.4 ms · hop 0.32 ms".
    [[nodiscard]] QString costs() const;

signals:
    void detailsAsked();
    void saveAsked();
    void secondAsked(); ///< another run to compare with

private:
    void makeCard(QWidget& card);
    void follow();
    void showReplicas(const TraceAnalysis& analysis);

    TraceSession& m_session;
    QLabel* m_name;
    QLabel* m_facts;
    RunPicture* m_picture;
    QWidget* m_replicaRow;
    QComboBox* m_replicas;
    QLabel* m_replicaFacts;
    StepList* m_steps;
    QLabel* m_costs;
    QPushButton* m_save;
    QPushButton* m_compare;
};

} // namespace bubblescope::ui
